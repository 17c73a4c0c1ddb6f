/** Upper bounds of the latency's classes in seconds; the last class has none. */
const LATENCY_BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60];

/** What is known of a request when it was answered. */
export interface RequestFacts {
  /** One of the server's own routes, or `other`: a path is the caller's text. */
  route: string;
  status: number;
  seconds: number;
  /** Why it was refused; null when it was answered. */
  refusal: string | null;
  inputTokens: number;
  evaluatedTokens: number;
}

export interface Metrics {
  count(request: RequestFacts): void;
  /** In the text format of Prometheus (version 0.0.4). @param gauges what is so at this moment */
  write(gauges: Readonly<Record<string, number>>): string;
}

export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const refusals = new Map<string, number>();
  const latency = new Map<string, { classes: number[]; sum: number; count: number }>();
  const tokens = { input: 0, evaluated: 0 };

  return {
    count({ route, status, seconds, refusal, inputTokens, evaluatedTokens }) {
      add(requests, `route="${route}",status="${status}"`);
      if (refusal !== null) add(refusals, `reason="${refusal}"`);
      tokens.input += inputTokens;
      tokens.evaluated += evaluatedTokens;
      const of = latency.get(route) ?? { classes: LATENCY_BOUNDS.map(() => 0), sum: 0, count: 0 };
      latency.set(route, of);
      of.sum += seconds;
      of.count += 1;
      // the classes are cumulative
      for (const [index, bound] of LATENCY_BOUNDS.entries()) {
        if (seconds <= bound) of.classes[index] = (of.classes[index] ?? 0) + 1;
      }
    },
    write(gauges) {
      const lines: string[] = [];
      const metric = (name: string, type: string, help: string, samples: string[]) => {
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples);
      };
      const counted = (name: string, values: Map<string, number>) =>
        [...values].map(([labels, value]) => `${name}{${labels}} ${value}`);
      metric('decision_requests_total', 'counter', 'Requests answered.', counted('decision_requests_total', requests));
      metric('decision_refusals_total', 'counter', 'Requests refused.', counted('decision_refusals_total', refusals));
      metric('decision_tokens_total', 'counter', 'Tokens of scored decisions.', [
        `decision_tokens_total{kind="input"} ${tokens.input}`,
        `decision_tokens_total{kind="evaluated"} ${tokens.evaluated}`,
      ]);
      metric(
        'decision_request_seconds',
        'histogram',
        'Time from the head of a request to its answer.',
        [...latency].flatMap(([route, { classes, sum, count }]) => [
          ...LATENCY_BOUNDS.map(
            (bound, index) => `decision_request_seconds_bucket{route="${route}",le="${bound}"} ${classes[index] ?? 0}`,
          ),
          `decision_request_seconds_bucket{route="${route}",le="+Inf"} ${count}`,
          `decision_request_seconds_sum{route="${route}"} ${sum}`,
          `decision_request_seconds_count{route="${route}"} ${count}`,
        ]),
      );
      for (const [name, value] of Object.entries(gauges)) {
        metric(`decision_${name}`, 'gauge', `${name.replaceAll('_', ' ')} now.`, [`decision_${name} ${value}`]);
      }
      return `${lines.join('\n')}\n`;
    },
  };
}

function add(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1);
}
