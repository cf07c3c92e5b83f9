export const verdicts = ['safe', 'risky', 'invalid', 'unknown'] as const
