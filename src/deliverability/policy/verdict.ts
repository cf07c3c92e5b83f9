/** `hold`: keep the policy, because a stricter one would lose forwarded mail, or because it is reject already. */
export type Verdict = 'collect_more' | 'fix_sources' | 'ready_for_quarantine' | 'ready_for_reject' | 'hold'
