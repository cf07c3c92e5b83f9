/** The words that new blocks begin with, by what block types have in English. */
export type ContentTexts = Readonly<Record<string, string>>
