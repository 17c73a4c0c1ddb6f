import { answerStatistics, type StatisticsRequest } from './statistics-request.ts';

/** Answers one request after the other, so that sliders and tables stay quick while a bootstrap draws. */
self.addEventListener('message', ({ data }: MessageEvent<{ ticket: number; request: StatisticsRequest }>) => {
  try {
    self.postMessage({ ticket: data.ticket, answer: answerStatistics(data.request) });
  } catch (error) {
    self.postMessage({ ticket: data.ticket, error: error instanceof Error ? error.message : String(error) });
  }
});
