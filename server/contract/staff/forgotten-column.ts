/** In the place of a column that a header is said to be: what was said of it before is forgotten. No column has this name. */
export const forgottenColumn = 'forget'
