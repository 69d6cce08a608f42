// What every client test needs to know of the server under test.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const beside = (path) => fileURLToPath(new URL(path, import.meta.url));

// SEMAPRAX names the built server; make test-clients sets it.
export const command = process.env.SEMAPRAX ?? beside("../../../bin/semaprax");
export const args = [
  "serve-workspace-mcp",
  beside("../../projects/calculator/semaprax.toml"),
  beside("../../peers/policy.json"),
];

export const tools = [
  "protocol__capabilities", "protocol__instructions", "protocol__schemas", "query__catalog",
  "workspace__open", "workspace__read-batch", "workspace__refresh", "workspace__refresh-preview", "workspace__status",
];

const digest = /^sha256:[0-9a-f]{64}$/;

// inner checks the envelope of a tool result and returns the response inside.
export function inner(result, isError = false) {
  assert.equal(result.isError, isError);
  assert.equal(result.content.length, 1);
  assert.equal(result.content[0].type, "text");
  const response = JSON.parse(result.content[0].text);
  assert.equal(response.jsonrpc, "2.0");
  assert.equal(response.id, 0);
  return response;
}

// checkTools judges a complete list of tools.
export function checkTools(listed) {
  const names = listed.map((tool) => tool.name);
  assert.deepEqual(names, [...names].sort(), "sorted by name");
  assert.equal(new Set(names).size, names.length, "no name twice");
  for (const name of tools) assert.ok(names.includes(name), `${name} is listed`);
  for (const tool of listed) {
    assert.equal(tool.title, tool.name.replaceAll("__", "/"));
    assert.equal(tool.inputSchema.type, "object");
    assert.equal(tool.inputSchema.additionalProperties, false);
    assert.equal(tool.outputSchema, undefined);
    assert.equal(tool.annotations, undefined);
  }
}

// readWorkflow opens the workspace and reads from it as an agent would.
// call(name, args) is the client's own way to call a tool.
export async function readWorkflow(call) {
  const opened = inner(await call("workspace__open", {})).result;
  assert.match(opened.image_revision, digest);
  assert.equal(opened.payload.state, "open");
  const status = inner(await call("workspace__status", {})).result;
  assert.equal(status.image_revision, opened.image_revision);
  const capabilities = inner(await call("protocol__capabilities", {})).result;
  assert.equal(capabilities.protocol, "semaprax.image-agent-protocol.v5");

  const batch = inner(await call("workspace__read-batch", {
    image_revision: opened.image_revision,
    batch: { frames: ['{"jsonrpc":"2.0","id":"\u2028\\u00e9","method":"workspace/status"}', "", "garbage"] },
  })).result.payload;
  assert.equal(JSON.parse(batch.responses[0]).id, "\u2028é");
  assert.equal(batch.responses[1], null);
  assert.equal(JSON.parse(batch.responses[2]).error.code, -32700);

  const stale = inner(await call("workspace__refresh-preview", { image_revision: "sha256:" + "0".repeat(64) }), true);
  assert.equal(stale.error.data.diagnostics[0].code, "SPX-G282");
  const unknown = inner(await call("workspace__status", { nope: 1 }), true);
  assert.equal(unknown.error.code, -32602);
}
