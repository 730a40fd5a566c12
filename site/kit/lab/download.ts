/** Hands the reader a file made here. The address is a same-origin blob, so no policy has to allow anything. */
export function download(fileName: string, content: string | Blob, type = 'text/csv'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken the blob by the time the next task runs; keep it a while longer for slow save dialogs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
