/** Saves a file the way a browser does: into the downloads, or where the person says. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has read the blob's address by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
