import { benchApi } from './api.ts'
import { benchPages } from './pages.ts'

/** `npm run bench`: bytes and times of the built pages, then the API at growing numbers of schools. */
console.log('Pages, sample content, one process on this machine')
await benchPages()
console.log('\nAPI, embedded database, data cache off')
await benchApi()
