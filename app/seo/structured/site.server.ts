import type { OrganizationLeaf, SearchActionLeaf, WebSiteLeaf, WithActionConstraints } from 'schema-dts'
import { homePath, searchPath } from '#app/paths.ts'
import { defaultCity } from '#server/contract/cities.ts'
import { sitePicture } from '../social-meta.ts'
import type { StructuredDataContext } from './structured-data-context.ts'

/** schema.org Organization: the site as publisher. */
export function publisher({ at, site }: StructuredDataContext): OrganizationLeaf {
  return {
    '@type': 'Organization',
    name: site.name,
    url: at(homePath(defaultCity)),
    logo: at(sitePicture.src),
  }
}

/** schema.org Organization: the operator with the details of the page 联系我们. */
export function operator(around: StructuredDataContext): OrganizationLeaf {
  const { phone, email, address } = around.site
  return {
    ...publisher(around),
    '@id': around.at('/#organization'),
    ...(phone === undefined ? {} : { telephone: phone }),
    ...(email === undefined ? {} : { email }),
    ...(address === undefined
      ? {}
      : { address: { '@type': 'PostalAddress' as const, addressCountry: 'CN', streetAddress: address } }),
  }
}

/** schema.org WebSite with its search action. */
export function webSite({ at, site }: StructuredDataContext): WebSiteLeaf {
  const search: WithActionConstraints<SearchActionLeaf> = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${at(searchPath())}?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return {
    '@type': 'WebSite',
    '@id': at('/#website'),
    name: site.name,
    url: at('/'),
    inLanguage: 'zh-CN',
    publisher: { '@id': at('/#organization') },
    potentialAction: search,
  }
}
