/** Values of a template's placeholders (specification section 2). */
export type TemplateValues = {
  city?: string | undefined
  year?: string | undefined
  q?: string | undefined
  course?: string | undefined
  title?: string | undefined
  school?: string | undefined
  extra1?: string | undefined
  extra2?: string | undefined
  extra3?: string | undefined
}

/** Title, keywords and description of one route with `{placeholders}`; declared in the route's module. */
export type Template = { title: string; keywords: string; description: string }

/** Search terms for a city's schools. */
export const citySearchTerms = '{city}国际学校,{city}民办学校,{city}双语学校'
