// The TypeScript SDK's first client, which pages by hand.
import assert from "node:assert/strict";
import test from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { args, checkTools, command, readWorkflow } from "./workspace.mjs";

test("TypeScript SDK v1", { timeout: 60_000 }, async (t) => {
  const client = new Client({ name: "typescript-v1", version: "1" });
  t.after(() => client.close());
  await client.connect(new StdioClientTransport({ command, args, stderr: "inherit" }));
  assert.equal(client.getServerVersion().name, "semaprax");
  assert.deepEqual(client.getServerCapabilities(), { tools: { listChanged: false } });
  assert.equal(client.getInstructions(), undefined);
  assert.deepEqual(await client.ping(), {});

  const listed = [];
  let pages = 0;
  for (let cursor; pages === 0 || cursor !== undefined; pages++) {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    assert.ok(page.tools.length <= 8, "a page holds at most eight tools");
    listed.push(...page.tools);
    cursor = page.nextCursor;
  }
  assert.ok(pages > 1, "the catalogue has more than one page");
  checkTools(listed);
  await assert.rejects(client.listTools({ cursor: "mcp1:no:8" }), /SPX-G350/);

  await readWorkflow((name, input) => client.callTool({ name, arguments: input }));
  await assert.rejects(client.callTool({ name: "workspace/open", arguments: {} }), { code: -32602 });
  await Promise.all(Array.from({ length: 64 }, () => client.callTool({ name: "workspace__status", arguments: {} })));
});
