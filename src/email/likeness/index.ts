/**
 * How alike two pages are as displayed: words, links and images, and the share of the area that looks the same. Compares
 * display lists of the layout engine, without painting pixels. Start at compare-pages.ts.
 */
export { type Difference, type Likeness, comparePages } from './compare-pages.ts'
export { type KeptContent, compareContent } from './compare-content.ts'
