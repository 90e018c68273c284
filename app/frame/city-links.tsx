import { cities } from '#server/contract/cities.ts'
import { homePath, schoolListPath } from '#app/paths.ts'
import { useCity } from '#app/root-data.ts'

/** Links of an error page: the home page of the current city, then the schools of each city. */
export function CityLinks({ home }: { home: string }) {
  return (
    <p className="words">
      <a className="word" href={homePath(useCity())}>
        {home}
      </a>
      {cities.map((each) => (
        <a className="word" key={each.code} href={schoolListPath(each)}>
          {each.name}学校
        </a>
      ))}
    </p>
  )
}
