// The MCP inspector's command line: 2.x, with its lint of tool schemas, and 1.x.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { args, checkTools, command, inner } from "./workspace.mjs";

const run = promisify(execFile);
const folder = (name) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
const v2 = join(folder("@modelcontextprotocol/inspector"), "clients/launcher/build/index.js");
const v1 = join(folder("inspector-v1"), "cli/build/cli.js");

// inspect runs one inspector with a home folder of its own.
async function inspect(script, ...flags) {
  const home = await mkdtemp(join(tmpdir(), "inspector-"));
  try {
    const environment = { ...process.env, HOME: home };
    const { stdout } = await run(process.execPath, [script, "--cli", command, ...args, ...flags],
      { env: environment, maxBuffer: 64 << 20, timeout: 100_000 });
    return JSON.parse(stdout);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

const timeout = { timeout: 120_000 };

test("inspector 2.x lists every page under --strict", timeout, async () => {
  checkTools((await inspect(v2, "--method", "tools/list", "--strict")).tools);
});

test("inspector 2.x calls", timeout, async () => {
  const result = await inspect(v2, "--method", "tools/call", "--tool-name", "workspace__open");
  assert.equal(inner(result).result.payload.state, "open");
});

test("inspector 2.x falls back from the modern era", timeout, async () => {
  checkTools((await inspect(v2, "--protocol-era", "auto", "--method", "tools/list")).tools);
});

test("inspector 2.x as a load test", timeout, async () => {
  const report = await inspect(v2, "--method", "tools/call", "--tool-name", "workspace__status",
    "--load", "--load-requests", "500", "--load-concurrency", "16");
  assert.equal(report.ok, 500);
  assert.equal(report.errors + report.toolErrors, 0);
});

test("inspector 1.x lists the first page and calls", timeout, async () => {
  const page = await inspect(v1, "--method", "tools/list");
  assert.equal(page.tools.length, 8);
  assert.match(page.nextCursor, /^mcp1:[0-9a-f]{64}:8$/);
  const result = await inspect(v1, "--method", "tools/call", "--tool-name", "workspace__open");
  assert.equal(inner(result).result.payload.state, "open");
});
