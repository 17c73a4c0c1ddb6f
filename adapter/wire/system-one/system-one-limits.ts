/** Questions of one request: many more share a request with no gain, since their own parts are evaluated one by one. */
export const MAX_QUESTIONS = 64;

/** What is asked when a question brings no instructions. */
export const DEFAULT_INSTRUCTIONS = 'Which option fits the evidence?';

/** The model name that stands for whatever is served. */
export const DEFAULT_MODEL = 'default';
