/** Time limit of a request to the API, and of the browser's position, in ms (specification section 9). */
export const requestTimeout = 10_000
