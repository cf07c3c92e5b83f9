/** Elements removed with their content: they execute, load, or parse their content by special rules. */
export const removedWithContent = new Set(
  'script iframe frame noscript noembed noframes xmp plaintext listing textarea title template select datalist math slot portal fencedframe canvas'.split(
    ' ',
  ),
)

/** Elements removed without their content. */
export const bareElements = new Set(
  'animate animatemotion animatetransform animatecolor set discard handler listener use foreignobject html head body form fieldset legend button output frameset object applet dialog menuitem embed input base link basefont bgsound keygen option optgroup param isindex command layer ilayer nextid'.split(
    ' ',
  ),
)

/** Allowed in SVG; none of these executes, loads, animates or leads back into HTML. */
export const svgElements = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan defs lineargradient radialgradient stop clippath mask pattern'.split(
    ' ',
  ),
)

/** True for a meta element that describes the text and has no effect on navigation. */
export function isHarmlessMeta(attributes: ReadonlyMap<string, string>): boolean {
  const equivalent = attributes.get('http-equiv')?.trim().toLowerCase()
  return equivalent === undefined || equivalent === 'content-type' || equivalent === 'x-ua-compatible'
}
