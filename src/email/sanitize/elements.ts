/** Elements that go with all that is in them: they run, load, or read their content by rules of their own. */
export const wholeElements = new Set(
  'script iframe frame noscript noembed noframes xmp plaintext listing textarea title template select datalist math slot portal fencedframe canvas'.split(
    ' ',
  ),
)

/** Elements that go while what is in them stays. */
export const bareElements = new Set(
  'animate animatemotion animatetransform animatecolor set discard handler listener use foreignobject html head body form fieldset legend button output frameset object applet dialog menuitem embed input base link basefont bgsound keygen option optgroup param isindex command layer ilayer nextid'.split(
    ' ',
  ),
)

/** What a rendering may hold; none of these runs, loads, animates or leads back into HTML. */
export const svgElements = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan defs lineargradient radialgradient stop clippath mask pattern'.split(
    ' ',
  ),
)

/** The metas that say something about the text and nothing to the browser's navigation. */
export function isHarmlessMeta(attributes: ReadonlyMap<string, string>): boolean {
  const equivalent = attributes.get('http-equiv')?.trim().toLowerCase()
  return equivalent === undefined || equivalent === 'content-type' || equivalent === 'x-ua-compatible'
}
