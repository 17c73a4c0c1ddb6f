import type { Measure } from './measures.ts';

/** What a person needs beside a number. */
export interface Explanation {
  /** As on screen. */
  name: string;
  /** What the number says, in a sentence or two. */
  says: string;
  /** How it is computed. n samples, K options, p probabilities, y the true option, c the confidence (largest p). */
  formula: string;
  /** When it misleads. */
  misleads: string;
  /** Where the definition comes from. */
  source: string;
}

/** An explanation for every measure: one without does not compile. Tooltips and the documentation read it. */
export const explanations: Readonly<Record<Measure, Explanation>> = {
  accuracy: {
    name: 'Accuracy',
    says: 'The share of samples whose first choice is the true option. The interval holds the accuracy on all cases like these in 95 % of repetitions.',
    formula:
      'k / n; Wilson: (k/n + z²/2n ± z·√(k/n·(1 − k/n)/n + z²/4n²)) / (1 + z²/n), z = 1.96; first choice: the largest p, of equal ones the earlier option',
    misleads:
      'When one option is frequent: always answering it already gives the majority share, so read it beside that and 1/K. The interval supposes independent samples; near-copies make it too narrow.',
    source: 'Wilson 1927, J. Am. Stat. Assoc. 22, 209–212',
  },
  majority_baseline: {
    name: 'Majority share',
    says: 'The accuracy of always answering the most frequent label. A model must beat it to be of use.',
    formula: 'max over options of (labels of the option) / n',
    misleads: 'It is taken from the evaluated samples. Where real cases are mixed differently, so is the baseline.',
    source: 'Frequencies of the evaluated samples; “most frequent” of scikit-learn’s DummyClassifier',
  },
  chance: {
    name: 'Chance',
    says: 'The accuracy of guessing. In a mixed set it is the mean over the samples.',
    formula: '1/K; mixed sets: mean of 1/Kᵢ',
    misleads: 'With unequal frequencies it is too easy to beat; the majority share is the harder baseline.',
    source: 'Uniform guessing',
  },
  balanced_accuracy: {
    name: 'Balanced accuracy',
    says: 'The mean of the recalls: every option that occurs counts the same, however rare.',
    formula: 'mean of recall over the options that occur as a label',
    misleads: 'An option with few cases moves it as much as one with many, so a handful of samples can decide it.',
    source: 'Brodersen et al. 2010; scikit-learn balanced_accuracy_score',
  },
  precision: {
    name: 'Precision',
    says: 'Of the samples that were answered with this option, the share that really is it.',
    formula: 'hits / chosen',
    misleads: 'It depends on how frequent the option is. Not shown for fewer than 10 answers: the counts say more.',
    source: 'van Rijsbergen 1979, Information Retrieval, chapter 7',
  },
  recall: {
    name: 'Recall',
    says: 'Of the samples that really are this option, the share that was found.',
    formula: 'hits / labelled',
    misleads: 'Answering everything with one option gives it a recall of 1. Not shown for fewer than 10 cases.',
    source: 'van Rijsbergen 1979, Information Retrieval, chapter 7',
  },
  f1: {
    name: 'F1',
    says: 'One number for precision and recall of an option; it is high only when both are.',
    formula: '2·hits / (chosen + labelled)',
    misleads: 'It hides which of the two is low, and the costs of both kinds of error are rarely equal.',
    source: 'van Rijsbergen 1979; Chinchor 1992',
  },
  macro_f1: {
    name: 'Macro F1',
    says: 'The mean F1: every option counts the same.',
    formula: 'mean of F1 over the options that occur as label or first choice; an undefined one counts as 0',
    misleads:
      'Rare options make it jump. It is no mean of independent samples, so its interval is from resampling only.',
    source: 'scikit-learn f1_score, average="macro", zero_division=0',
  },
  confusion: {
    name: 'Confusion matrix',
    says: 'How often each true option was answered with each option. The diagonal is right.',
    formula: 'counts of (true option, first choice)',
    misleads: 'Only first choices are counted: a close second and a hopeless one look the same. Mixed sets have none.',
    source: 'Pearson 1904 (contingency table)',
  },
  constant_answer: {
    name: 'Constant answer',
    says: 'Warns of a model that gives one answer whatever the evidence.',
    formula:
      'share of the most frequent first choice; reported from 95 % on, when fewer than 95 % of the labels are that option',
    misleads: 'A set with hardly anything but one label cannot tell such a model from a good one.',
    source: 'Rule of this product',
  },
  log_loss: {
    name: 'Log loss',
    says: 'How surprised the probabilities are by the truth, in nats; lower is better. Always answering 1/K gives ln K.',
    formula: 'mean of −ln p(y), p raised to 1e-15',
    misleads:
      'A few confident errors rule it, and the clip decides what a certain error costs (34.5): see how many were clipped.',
    source: 'Good 1952, J. Royal Stat. Soc. B 14, 107–114',
  },
  brier: {
    name: 'Brier score',
    says: 'The squared error of the probabilities; lower is better. Over all options it goes from 0 to 2, for yes/no questions half of that is shown, from 0 to 1.',
    formula: 'mean of Σ over options of (p − 1[true])²; yes/no: half of it',
    misleads:
      'The two ranges are easily mixed up. It weighs calibration and sharpness together; a low value alone proves neither.',
    source: 'Brier 1950, Monthly Weather Review 78, 1–3',
  },
  brier_skill: {
    name: 'Brier skill',
    says: 'The share of the class prior’s Brier score that the model saves. 0 is no better than always stating the frequencies, 1 is perfect.',
    formula: '1 − Brier / (1 − Σ f²), f the frequencies of the labels',
    misleads:
      'The prior is that of the evaluated samples, which nobody knows beforehand: it is a little too hard to beat.',
    source: 'Murphy 1973, J. Appl. Meteorology 12, 215–223',
  },
  rps: {
    name: 'Ranked probability score',
    says: 'The squared error of the cumulative probabilities of ordered levels: a near miss costs less than a far one. 0 to 1, lower is better.',
    formula: 'mean of Σ over the K − 1 borders of (P(level ≤ j) − 1[y ≤ j])² / (K − 1)',
    misleads: 'It supposes that all steps between levels are equally large.',
    source: 'Epstein 1969, J. Appl. Meteorology 8, 985–987',
  },
  mae_expected_level: {
    name: 'Error of the expected level',
    says: 'How far the expected level is from the true one, in levels. The scale is 0 to K − 1, not 0 to 1.',
    formula: 'mean of |Σ level·p − y|',
    misleads: 'Two opposite beliefs average to a middle level that nobody chose.',
    source: 'Mean absolute error of the mean of the distribution',
  },
  quadratic_kappa: {
    name: 'Quadratic kappa',
    says: 'Agreement of first choice and label beyond chance, far misses weighted by their square. 1 is perfect, 0 chance.',
    formula: '1 − Σ w·O / Σ w·E, w = (i − j)², O the confusion counts, E those of independent margins',
    misleads: 'It grows with the number of levels and the spread of the labels, so it does not compare across sets.',
    source: 'Cohen 1968, Psychological Bulletin 70, 213–220',
  },
  ece: {
    name: 'Expected calibration error',
    says: 'How far stated confidence and accuracy lie apart, on average over bins of similar confidence.',
    formula:
      'Σ bins (count/n)·|accuracy − mean confidence|; equal mass: min(15, ⌊n/20⌋) bins, at least 2; equal width: bin min(⌊c·B⌋, B − 1)',
    misleads:
      'It is biased upward for small n and depends on the bins. Inside the null band it shows nothing, and two values inside it are not to be ranked.',
    source: 'Naeini, Cooper & Hauskrecht 2015; Nixon et al. 2019 (equal mass)',
  },
  mce: {
    name: 'Maximum calibration error',
    says: 'The gap between confidence and accuracy in the worst bin.',
    formula: 'max over bins of |accuracy − mean confidence|',
    misleads: 'The worst bin is often the one with the fewest samples. Look at its count.',
    source: 'Naeini, Cooper & Hauskrecht 2015',
  },
  signed_gap: {
    name: 'Signed gap',
    says: 'Accuracy less mean confidence. Below 0 the model is overconfident, above 0 underconfident.',
    formula: 'accuracy − mean c',
    misleads: 'Over- and underconfidence in different places cancel: 0 does not mean calibrated.',
    source: 'Calibration in the large; Cox 1958',
  },
  null_band: {
    name: 'Null band of the calibration error',
    says: 'The ECE that perfectly calibrated predictions with these confidences would show by chance: the middle 95 % of 1,000 drawings.',
    formula: 'labels drawn from p, ECE each time; 2.5th and 97.5th percentile',
    misleads:
      'Below its upper end nothing was shown, which is not the same as calibrated. With few samples the band is wide.',
    source: 'Bröcker & Smith 2007, Weather and Forecasting 22, 651–661',
  },
  risk_coverage: {
    name: 'Risk-coverage curve',
    says: 'For each threshold the share of samples that is accepted and the share of errors among them.',
    formula: 'coverage = accepted/n, risk = errors/accepted, accepted: c ≥ threshold',
    misleads: 'Its left end rests on a few samples. A threshold read off it is optimistic: verify it on other samples.',
    source: 'El-Yaniv & Wiener 2010; Geifman & El-Yaniv 2017',
  },
  aurc: {
    name: 'AURC',
    says: 'The mean risk over all coverages; lower is better. Low when errors are few and come with low confidence.',
    formula: 'mean over k of (errors among the k most confident) / k; a tie’s samples each get its mean error',
    misleads: 'It weighs the few most confident samples heavily, and mixes accuracy with the order of the confidences.',
    source: 'Geifman & El-Yaniv 2017',
  },
  e_aurc: {
    name: 'E-AURC',
    says: 'What the order of the confidences costs: AURC above the best that the same errors allow.',
    formula: 'AURC − AURC with all errors last',
    misleads: 'A worse model can have a lower one: it does not see how many errors there are.',
    source: 'Geifman, Uziel & El-Yaniv 2019',
  },
  augrc: {
    name: 'AUGRC',
    says: 'The mean share of all samples that are accepted and wrong, over all coverages; lower is better.',
    formula: 'mean over k of (errors among the k most confident) / n',
    misleads:
      'It is at most half of the error rate when confidences are of any use: compare it only on the same samples.',
    source: 'Traub et al. 2024, NeurIPS',
  },
  split: {
    name: 'Tuning and test part',
    says: 'Temperature, prior and thresholds are chosen on one part of the samples and judged on the other.',
    formula:
      'tune when the first 32 bits of SHA-256 of the group, else of the evidence, are below share·2³²; equal evidence joins groups',
    misleads:
      'Near-copies without a common group can lie in both parts. Looking at the test part again and again wears it out.',
    source: 'Rule of this product; whole groups on one side as in scikit-learn’s GroupShuffleSplit',
  },
  temperature: {
    name: 'Temperature',
    says: 'One number that makes all probabilities sharper (below 1) or flatter (above 1), fitted on the tuning part. It never changes a first choice.',
    formula: 'root of the derivative of the mean log loss of softmax(z/T), z = ln p clipped at 1e-15',
    misleads:
      'Kept only when the log loss of the test part falls and its paired interval excludes 0. It cannot repair a bias towards one option.',
    source: 'Guo et al. 2017, ICML',
  },
  prior: {
    name: 'Prior',
    says: 'One additive bias for each option, fitted with the temperature on the tuning part: it takes back a general liking for an option.',
    formula: 'minimum of the mean log loss of softmax(z/T + b) + 0.02·Σb²',
    misleads:
      'It learns how frequent the options are in these samples. Where real cases are mixed differently, it does harm.',
    source: 'Alexandari, Kundaje & Shrikumar 2020, ICML; with a ridge penalty',
  },
  threshold: {
    name: 'Threshold',
    says: 'The lowest confidence from which on the accuracy of the accepted samples is shown to reach the target; below it the fallback applies.',
    formula:
      'lowest t whose one-sided 95 % Clopper-Pearson bound, the 5 % quantile of Beta(k, m − k + 1) for k of m right, is at least the target',
    misleads:
      'On the samples it was chosen on it is optimistic, because many were tried: the test part says “verified” or “not shown”. Without a single error it takes ln 0.05 / ln target samples.',
    source: 'Clopper & Pearson 1934, Biometrika 26, 404–413; Geifman & El-Yaniv 2017',
  },
  option_thresholds: {
    name: 'Thresholds by option',
    says: 'A threshold for each option, so that each action keeps the target on its own.',
    formula: 'the threshold rule on the samples whose first choice is the option',
    misleads: 'Each has fewer samples, and each holds with 95 % on its own: with many options one may well fail.',
    source: 'As the threshold; class-wise selection as in Fumera, Roli & Giacinto 2000',
  },
  realised_cost: {
    name: 'Realised cost',
    says: 'The mean cost a sample of a way of choosing, on the test part, with the costs that were stated.',
    formula: 'mean of cost[true][chosen], or of the cost of abstaining; choosing by costs takes the smallest Σ p·cost',
    misleads:
      'It is only as good as the stated costs, and choosing by costs only as good as the calibration. A rare, dear error may be in no sample.',
    source: 'Elkan 2001, IJCAI; Chow 1970, IEEE Trans. Inf. Theory 16, 41–46',
  },
  accuracy_difference: {
    name: 'Difference in accuracy',
    says: 'Accuracy of one less that of the other on the same samples, with an interval that uses the pairing.',
    formula:
      '(only A right − only B right)/n; Newcombe’s method 10: Wilson’s limits of both, joined with the continuity-corrected φ',
    misleads:
      'An interval that holds 0 does not show that both are equal, only that no difference was shown. Groups of similar samples make it too narrow; then the group bootstrap counts too.',
    source: 'Newcombe 1998, Statistics in Medicine 17, 2635–2650, method 10',
  },
  mcnemar: {
    name: 'McNemar’s test',
    says: 'How likely a split as uneven as this among the samples where only one is right would be, were both equally good.',
    formula: 'exact: 2·P(X ≤ min(b, c)), X binomial with b + c and ½; mid-p: less P(X = min(b, c))',
    misleads:
      'A small p does not say that the difference matters. The exact one is a little too careful, mid-p not guaranteed.',
    source: 'McNemar 1947, Psychometrika 12, 153–157; Fagerland, Lydersen & Laake 2013',
  },
  bootstrap_difference: {
    name: 'Difference, resampled',
    says: 'The middle 95 % of the differences when the samples (or groups) are drawn again with replacement, both models on the same draw.',
    formula: 'percentile interval of at least 2,000 draws, with a stored seed',
    misleads:
      'With fewer than some 30 samples or groups it is too narrow, and a perfect score gives no width at all. Of the ECE it lies too near 0, and two ECEs inside their null bands are not to be ranked whatever it says. Of the AURC it is a little too narrow: with 30 to 100 samples 7 in 100 pairs of equal models lie outside.',
    source: 'Efron & Tibshirani 1993, An Introduction to the Bootstrap, chapter 13',
  },
  flips: {
    name: 'Flips',
    says: 'Samples whose first choice differs from the baseline’s, right or wrong.',
    formula: 'count of first choice ≠ first choice of the baseline',
    misleads:
      'Equal accuracy can hide many: one file’s new errors pay for another’s. None does not mean equal probabilities.',
    source: 'Dutta et al. 2024, “Accuracy is not all you need”',
  },
  total_variation: {
    name: 'Mean total variation',
    says: 'How far the probabilities of two models lie apart on average: 0 is equal, 1 disjoint.',
    formula: 'mean of ½·Σ|p − q|',
    misleads: 'It does not say which is better, and a temperature alone can make it large.',
    source: 'Levin & Peres 2017, Markov Chains and Mixing Times, chapter 4',
  },
  largest_change: {
    name: 'Largest change',
    says: 'For each option the largest change of its probability against the baseline, and the sample where it happens.',
    formula: 'max over samples of |p − q|, with its sign',
    misleads: 'A maximum grows with the number of samples and rests on one of them.',
    source: 'Maximum norm',
  },
  holm: {
    name: 'Holm’s adjustment',
    says: 'Raises the p values for the number of comparisons: among many equal models one always looks better by chance.',
    formula: 'i-th smallest of m p values times m − i + 1, made monotone, at most 1',
    misleads: 'It knows only the comparisons it was shown, not the wordings that were tried before.',
    source: 'Holm 1979, Scandinavian Journal of Statistics 6, 65–70',
  },
  non_inferiority: {
    name: 'Good enough',
    says: 'Shown when the accuracy is at most δ below the baseline’s: the answer to “how small may the model be?”.',
    formula: 'lower end of the 95 % interval of (candidate − baseline) above −δ; δ = 2 points unless changed',
    misleads:
      'Good enough is not equal, and δ must be chosen before looking. The number of samples that would decide supposes that the shares stay as they are.',
    source: 'Piaggio et al. 2012 (CONSORT), JAMA 308, 2594–2604; Tango 1998',
  },
  verdict: {
    name: 'Verdict',
    says: 'Better or worse: the interval excludes 0. Same: it lies inside ±δ. Not shown: neither.',
    formula: 'from the paired interval of the accuracies; of several comparisons Holm’s p must be at most 0.05 too',
    misleads: 'A tiny difference is “worse” when the samples are many enough. “Not shown” is no verdict of equality.',
    source: 'Schuirmann 1987 (equivalence by interval); rule of this product',
  },
  latency: {
    name: 'Latency',
    says: 'Time of scoring: half, 95 % and 99 % of the calls took at most this long. Loading and the first call stand apart.',
    formula: 'nearest rank: the value at ⌈p·n/100⌉ in ascending order; p99 from n = 100 on',
    misleads:
      'It is that of this machine, of these lengths, with nothing else running. It adds up neither to throughput nor to a server’s queue.',
    source: 'Nearest-rank method; Hyndman & Fan 1996, definition 1',
  },
  drift: {
    name: 'Drift check',
    says: 'The first 20 samples are scored again at the end of the run: the largest difference in probability.',
    formula: 'max |p − p′|; above 0.01: not reproducible on this engine',
    misleads: '20 samples may miss a difference that shows only after certain others.',
    source: 'Rule of this product',
  },
  order_sensitivity: {
    name: 'Order sensitivity',
    says: 'The share of samples whose first choice changes when the options are listed in reverse.',
    formula: 'count of differing first choices / n, with Wilson’s interval',
    misleads: 'Two orders of many: a low share does not prove that order never matters. With option texts it cannot.',
    source: 'Pezeshkpour & Hruschka 2024; Zheng et al. 2024',
  },
  option_mass: {
    name: 'Option mass',
    says: 'The share of the next-token distribution that lies on the answer letters. Low: the model wanted to say something else.',
    formula: 'Σ of the slots’ probabilities in the full distribution; counted as low below 0.5',
    misleads: 'High mass does not mean that the letters are understood. With option texts it is not defined.',
    source: 'Holtzman et al. 2021 (surface form competition)',
  },
};
