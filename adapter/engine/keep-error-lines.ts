/** Enough for the cause of a failure; a broken file can make the engine write thousands. */
const keptLines = 20;
const keptCharacters = 400;

/** Collects the engine's last error lines, so that a fault can say why. */
export function keepErrorLines(): { add(message: string): void; lines(): string[] } {
  let lines: string[] = [];
  return {
    add(message) {
      lines = [...lines, message.trim().slice(0, keptCharacters)].filter((line) => line !== '').slice(-keptLines);
    },
    lines: () => [...lines],
  };
}
