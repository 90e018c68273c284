const sheets = import.meta.glob<string>(['/app/**/*.css', '!/app/staff/**'], {
  query: '?inline',
  import: 'default',
  eager: true,
})

/** All current style sheets as one text: global ones first, as in a build. */
export const developmentStyle = Object.entries(sheets)
  .toSorted(([one], [other]) => Number(one.endsWith('.module.css')) - Number(other.endsWith('.module.css')))
  .map(([, text]) => text)
  .join('')
