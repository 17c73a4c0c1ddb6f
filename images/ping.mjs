// The image's health check: ends with 0 when the server says that its model is loaded.
const { DECISION_PORT, SEMIF_PORT } = process.env;
try {
  const { ok } = await fetch(`http://127.0.0.1:${DECISION_PORT ?? SEMIF_PORT ?? 8080}/ping`);
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
