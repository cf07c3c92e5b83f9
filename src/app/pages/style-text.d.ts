/** Style sheets are imported as text: the CSS handling of the bundler breaks logical properties. */
declare module '*.css' {
  const text: string
  export default text
}
