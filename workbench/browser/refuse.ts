import type { FaultData } from '../../adapter/fault.ts';

/** What the loopback server refuses before the workbench sees it. */
export interface Refusal {
  status: 400 | 401 | 403 | 404 | 405 | 413 | 500;
  fault: FaultData;
}

/** A refusal with its code, sentence and next step. */
export function refusal(
  status: Refusal['status'],
  code: FaultData['code'],
  message: string,
  next: string,
  fields: FaultData['fields'] = [],
): Refusal {
  return { status, fault: { code, message, next, fields } };
}

/**
 * The refusal as the contract's own typed error, in the encoding of its client (`{json: error}`), so that the
 * interface shows it like any other fault.
 */
export function refuseInJson(refused: Refusal): Response {
  const { status, fault } = refused;
  const error = { defined: true, code: 'FAULT', status, message: fault.message, data: fault };
  return Response.json({ json: error }, { status, headers: { 'Cache-Control': 'no-store' } });
}

/** The refusal as a page for people. */
export function refuseInWords(refused: Refusal): Response {
  const { message, next } = refused.fault;
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Decision Workbench</title><h1>Decision Workbench</h1><p>${escapeHtml(message)}</p><p>${escapeHtml(next)}</p></html>`;
  return new Response(html, {
    status: refused.status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
