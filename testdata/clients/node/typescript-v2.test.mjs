// The TypeScript SDK's second client, which follows the pages itself.
import assert from "node:assert/strict";
import test from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { args, checkTools, command, readWorkflow } from "./workspace.mjs";

test("TypeScript SDK v2", { timeout: 60_000 }, async (t) => {
  const client = new Client({ name: "typescript-v2", version: "1" });
  t.after(() => client.close());
  await client.connect(new StdioClientTransport({ command, args, stderr: "inherit" }));
  assert.equal(client.getServerVersion().name, "semaprax");
  const { tools } = await client.listTools();
  checkTools(tools);
  await readWorkflow((name, input) => client.callTool({ name, arguments: input }));
  await assert.rejects(client.callTool({ name: "workspace__Open", arguments: {} }));
  await Promise.all(Array.from({ length: 64 }, () => client.callTool({ name: "workspace__status", arguments: {} })));
});
