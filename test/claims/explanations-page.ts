import { explanations } from '../../workbench/statistics/explanations.ts';
import { measures } from '../../workbench/statistics/measures.ts';

/** The documentation of all measures, in Markdown, from the same record as the tooltips. */
export function explanationsPage(): string {
  const sections = measures.map((measure) => {
    const { name, says, formula, misleads, source } = explanations[measure];
    return [
      `## ${name}`,
      says,
      `- **How it is computed:** ${formula}`,
      `- **When it misleads:** ${misleads}`,
      `- **Source:** ${source}`,
    ]
      .join('\n\n')
      .replaceAll('\n\n- ', '\n- ')
      .replace('\n- ', '\n\n- ');
  });
  return `${[
    '# Measures',
    'What the numbers on Evaluate, Compare and Trust say, how each is computed and when it misleads. In the formulas n is the number of samples, K that of the options, p a probability, y the true option and c the confidence, the largest p. This page is made from `workbench/statistics/explanations.ts`; the tooltips show the same text.',
    ...sections,
  ].join('\n\n')}\n`;
}
