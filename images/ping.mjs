// The image's health check: ends with 0 when the server says that its model is loaded.
const { DECISION_PORT, SEMIF_PORT } = process.env;
// as the server has it: an empty value counts as none
const port = DECISION_PORT?.trim() || SEMIF_PORT?.trim() || 8080;
try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/ping`);
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
