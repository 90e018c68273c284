import { index, layout, route, type RouteConfig } from '@remix-run/route-config'

/**
 * The specification's route table. It is small on purpose: every route costs time on every request, so
 * families of addresses are dispatched inside one route (design section 3).
 */
export default [
  route('api/*', 'routes/api.ts'),
  route('media/*', 'routes/media.ts'),
  route('nojs.gif', 'routes/nojs.ts'),
  layout('layouts/clear.tsx', [route('404', 'routes/not-found.tsx')]),
  layout('layouts/default.tsx', [
    route(':home?', 'routes/home/home.tsx'),
    route('city', 'routes/city/city.tsx'),
    route('search', 'routes/search/search.tsx'),
    route('schoollist/*', 'routes/school-list/school-list.tsx'),
    route('toplist/:city?', 'routes/top-list/top-list.tsx'),
    route('grade/:city?', 'routes/grade/grade.tsx'),
    route('news/*', 'routes/news/news.tsx'),
    route('openday/:city?', 'routes/openday/openday.tsx'),
    route('course/:city?', 'routes/course/courses.tsx'),
    route(':course/:city', 'routes/course/course.tsx'),
    route('planning/:city?', 'routes/planning/planning.tsx'),
    route('promote/:city?', 'routes/promote/promote.tsx'),
    route('school/:sid', 'routes/school/school.tsx', [
      index('routes/school/home.tsx'),
      route('aboutus', 'routes/school/about.tsx'),
      route('admissions', 'routes/school/admissions.tsx'),
      route('faq', 'routes/school/faq.tsx'),
      route('graduates', 'routes/school/graduates.tsx'),
      route('graduates/:id', 'routes/school/graduate.tsx'),
      route('teachers', 'routes/school/teachers.tsx'),
      route('news', 'routes/school/news.tsx'),
      route('news/:id', 'routes/school/news-item.tsx'),
    ]),
    route('*', 'routes/unmatched.tsx'),
  ]),
] satisfies RouteConfig
