// What a Node bot may well do; one line of result each.
const { spawn, spawnSync, execSync } = require("child_process");
const { Worker } = require("worker_threads");
const crypto = require("crypto");
const fs = require("fs");
const os = require("os");
const path = require("path");
const readline = require("readline");

const say = (what, value) => console.log(what + " " + JSON.stringify(value));

async function main() {
  const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  say("stdin", (await lines.next()).value);
  say("child", spawnSync(process.execPath, ["-e", "console.log(6*7)"]).stdout.toString().trim());
  say("shell", execSync("echo hi | tr h H").toString().trim());
  const cat = spawn("cat");
  cat.stdin.end("through");
  say("piped", (await new Promise((done) => cat.stdout.once("data", done))).toString());
  const sleeper = spawn("sleep", ["60"]);
  const gone = new Promise((done) => sleeper.once("exit", (code, signal) => done(signal)));
  sleeper.kill();
  say("signalled", await gone);
  await new Promise((done) => setTimeout(done, 5));
  say("timer", true);
  const worker = new Worker('require("worker_threads").parentPort.postMessage(5)', { eval: true });
  say("worker", await new Promise((done) => worker.once("message", done)));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "f"));
  fs.writeFileSync(path.join(folder, "a"), "kept");
  fs.renameSync(path.join(folder, "a"), "b");
  say("file", fs.readFileSync("b", "utf8"));
  say("hash", crypto.createHash("sha256").update("a").digest("hex").slice(0, 8));
  say("random", crypto.randomBytes(4).length);
  say("memory", os.totalmem() > 0 && os.freemem() > 0);
  say("cores", os.availableParallelism() > 0);
  console.error("to stderr");
  process.exit(0);
}

main();
