// Tries what the page for bot authors says of Node; one line each: what, and the error's code or words.
const fs = require("fs");
const net = require("net");
const os = require("os");

fs.writeFileSync("kept", "x");
const tries = {
  copyFileSync: () => fs.copyFileSync("kept", "copied"),
  cpSync: () => fs.cpSync("kept", "copied too"),
  "read and write": () => fs.writeFileSync("written", fs.readFileSync("kept")),
  chmodSync: () => fs.chmodSync("kept", 0o700),
  "mode when created": () => fs.closeSync(fs.openSync("program", "w", 0o700)),
  utimesSync: () => fs.utimesSync("kept", 1, 1),
  watch: () => fs.watch("."),
  watchFile: () => fs.unwatchFile("kept", fs.watchFile("kept", () => {}) && undefined),
  userInfo: () => os.userInfo(),
  WebAssembly: () => new WebAssembly.Memory({ initial: 1 }),
  "temporary file": () => fs.writeFileSync("/tmp/arena-test", "x"),
};
for (const [what, attempt] of Object.entries(tries)) {
  try {
    attempt();
    console.log(`${what}: done`);
  } catch (error) {
    console.log(`${what}: ${(error.info && error.info.code) || error.code || error.message}`);
  }
}
console.log(`cpus: ${os.cpus().length ? "some" : "none"}`);
const server = net.createServer();
server.on("error", (error) => {
  console.log(`listen: ${error.code}`);
  net.connect(80, "127.0.0.1").on("error", (refused) => {
    console.log(`connect: ${refused.code}`);
    process.exit(0);
  });
});
server.listen(0);
