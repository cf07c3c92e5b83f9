export type IntakeStatus = 'accepted' | 'duplicate' | 'replaced' | 'quarantined' | 'rejected'
