import { type Tables, linkStore } from '../../../../platform/storage/index.ts'

export type LinkRow = Tables['reviewLinks']['$inferSelect']

export const reviewLinks = linkStore('reviewLinks', (links) => links.templateId)
