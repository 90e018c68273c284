/** What a template's placeholders stand for (specification section 2). */
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

/** Title, keywords and description of one route, with `{placeholders}`; it stands in the route's module. */
export type Template = { title: string; keywords: string; description: string }

/** The words that parents search a city's schools by. */
export const citySearchTerms = '{city}国际学校,{city}民办学校,{city}双语学校'
