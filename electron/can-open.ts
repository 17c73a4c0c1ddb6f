/** Whether the app opens files of this name: decision files and model files. Also runs in the preload, without Node. */
export function canOpen(name: string): boolean {
  return /\.(?:json|gguf)$/i.test(name);
}
