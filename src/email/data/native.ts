import type { Condition, FieldTag, Loop } from './model.ts'

/** The position of a merge tag: between tags, in a double-quoted attribute, in an address, in a style, or in plain text. */
export type TagPlace = 'text' | 'attribute' | 'address' | 'style' | 'plain'

/** The part of a URL that a value fills, when it is neither the whole URL nor its host: there it has to be encoded. */
export type UrlPart = 'path' | 'query'

/** Something that a language cannot say; the author should know what became of it. */
export type NoteNative = (code: NativeNote, message: string) => void

export type NativeNote =
  | 'TARGET_NO_TAG'
  | 'TARGET_FIELD_GUESSED'
  | 'TARGET_FIELD_RENAMED'
  | 'TARGET_FIELD_COLLISION'
  | 'TARGET_URL_NOT_ENCODED'
  | 'TARGET_NO_FALLBACK'
  | 'TARGET_FALLBACK_CHANGED'
  | 'TARGET_NO_FILTER'
  | 'TARGET_NO_RAW'
  | 'TARGET_NO_LINK'
  | 'TARGET_NO_CONDITION'
  | 'TARGET_NO_LOOP'
  | 'TARGET_NO_LIMIT'
  | 'TARGET_NO_ELSE'
  | 'TARGET_LOOKS_LIKE_TAG'
  | 'TARGET_KEEPS_TAG'

/** What is rendered where a language has no words for a condition or a loop. */
export type Instead = 'keep' | 'drop' | 'samples'

/** A loop that has been opened in a language. */
export interface OpenLoop {
  /** Ends the meaning of the loop's name, once the round has been rendered. */
  end(): void
  /** What a round shows, and what is shown without items, between the tags that request it. */
  write(round: string, other: string | undefined): string
}

/** A node as a language names it where it can be edited. */
export interface RegionNode {
  kind: 'text' | 'image' | 'row'
  id: string
  name: string
}

/** The language of an ESP: merge tags, conditions and loops written for it to fill in. */
export interface NativeLanguage {
  /** Paths of the document that hold lists, with `*` for an item; given before anything else of a rendering. */
  declareLists?(paths: readonly string[]): void
  /** `part` is given where the tag is part of a URL, in an attribute or in plain text. */
  tag(tag: FieldTag, place: TagPlace, note: NoteNative, part?: UrlPart): string
  /** A tag of another language, which stays as it is as far as the place allows. */
  native(source: string, place: TagPlace, note: NoteNative): string
  /** Escapes text in the form of a tag, so that it stays text; for between tags, escaped already, or plain. */
  literal(text: string, place: 'text' | 'plain', note: NoteNative): string
  /** Puts the tags that request the condition around what it shows, or says what is done without. `key` is unique. */
  condition(condition: Condition, key: string, note: NoteNative): ((shown: string) => string) | Instead
  /** The HTML that a node shows, as something that people may edit in the ESP; the same where it has no such thing. */
  region?(node: RegionNode, html: string): string
  /** Opens a loop: until it is ended, paths that begin with its name mean an item. */
  openLoop(loop: Loop, note: NoteNative): OpenLoop | Instead
}
