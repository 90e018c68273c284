import { useChildOfLinks } from '#app/child/use-child.ts'
import { useLocation } from '@remix-run/react'
import { useCity } from '#app/root-data.ts'
import { CityLinks } from './city-links.tsx'
import { SearchForm } from '../ui/search/search-form.tsx'

type Props = {
  /** What exactly is missing, from the server. */
  message?: string | undefined
  /** Hides the address: on /404/ itself, to which others redirect. */
  withoutPath?: boolean
  /** Whether the content existed and was withdrawn. */
  gone?: boolean
}

/** A path as text: decoded where possible, without invisible characters. */
function textOf(path: string): string {
  let text = path
  try {
    text = decodeURIComponent(path)
  } catch {
    // Malformed percent encoding is shown as it is.
  }
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '')
}

/** What to search for instead: words that another address left (`q`), else the Chinese ones of the path. */
function wordsIn(path: string, search: string): string | undefined {
  const words = new URLSearchParams(search).get('q') ?? textOf(path)
  return /[㐀-鿿][㐀-鿿\w·]{0,29}/.exec(words)?.[0]
}

/** The not-found page: the requested address, search, and the cities. */
export function NotFound({ message, withoutPath = false, gone = false }: Props) {
  const { pathname, search } = useLocation()
  const city = useCity()
  return (
    <main id="main" className="wrap">
      {gone ? (
        <h1>内容已撤下</h1>
      ) : (
        <h1>
          页面不存在 <span lang="en">Page not found</span>
        </h1>
      )}
      {withoutPath ? null : (
        <p className="soft">
          地址：<code>{textOf(pathname).slice(0, 200)}</code>
        </p>
      )}
      <p className="soft">{message ?? '页面可能已下线，或网址有误。搜一下学校，或按城市找。'}</p>
      <div className="section">
        <SearchForm id="not-found-search" q={wordsIn(pathname, search)} child={useChildOfLinks()} large />
      </div>
      <nav className="section" aria-labelledby="not-found-cities">
        <h2 id="not-found-cities">按城市找学校</h2>
        <CityLinks home={`${city.name}首页`} />
      </nav>
    </main>
  )
}
