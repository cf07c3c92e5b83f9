import { linkStore } from '../../../../platform/links/index.ts'
import type { Tables } from '../../../../platform/storage/index.ts'

export type LinkRow = Tables['reviewLinks']['$inferSelect']

export const reviewLinks = linkStore('reviewLinks', 'templateId')
