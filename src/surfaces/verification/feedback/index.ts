/**
 * What really happened to mail: deliveries, bounces and complaints that a project reports, under the keyed hash of the email
 * address. Later verdicts of the project use them. Start at record.ts; state.ts says what a report means and for how long.
 */
export { purgeFeedback } from './record.ts'
export { feedbackRoutes } from './routes.ts'
export { type FeedbackState, recallFeedback } from './state.ts'
