import {
  accordionIcon,
  buttonIcon,
  carouselIcon,
  codeBlockIcon,
  columnIcon,
  countdownIcon,
  dividerIcon,
  dynamicListIcon,
  formIcon,
  groupIcon,
  headingIcon,
  htmlIcon,
  iconsIcon,
  imageIcon,
  listIcon,
  menuIcon,
  moduleIcon,
  productIcon,
  sectionIcon,
  socialIcon,
  spacerIcon,
  tableIcon,
  textIcon,
  unknownIcon,
  videoIcon,
} from '../../ui/icons/index.ts'

const icons: Readonly<Record<string, string>> = {
  accordion: accordionIcon,
  button: buttonIcon,
  carousel: carouselIcon,
  code: codeBlockIcon,
  column: columnIcon,
  countdown: countdownIcon,
  divider: dividerIcon,
  dynamicList: dynamicListIcon,
  form: formIcon,
  group: groupIcon,
  heading: headingIcon,
  html: htmlIcon,
  icons: iconsIcon,
  image: imageIcon,
  list: listIcon,
  menu: menuIcon,
  module: moduleIcon,
  product: productIcon,
  section: sectionIcon,
  social: socialIcon,
  spacer: spacerIcon,
  table: tableIcon,
  text: textIcon,
  video: videoIcon,
}

/** The icon of a kind of node. */
export function iconOf(type: string): string {
  return icons[type] ?? unknownIcon
}

/** Whether a node belongs to the structure of the email, which is rendered in another hue than its content. */
export function isStructure(type: string): boolean {
  return type === 'section' || type === 'group' || type === 'column' || type === 'columns' || type === 'module'
}
