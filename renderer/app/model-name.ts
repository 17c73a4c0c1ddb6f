/** The last part of a path of either kind. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** A model file's name without what every such file has: `SmolLM2-135M-Instruct.Q4_1`. */
export function shortModelName(file: string): string {
  return file.replace(/\.gguf$/i, '');
}
