/** Paths of the check-in pages: check-in of families, of exhibitors, and one check-in's details. */
export const parentsPath = '/parents/'
export const exhibitorsPath = '/exhibitors/'
export const checkInDetailPath = '/signdetail/'

/** The pages that the kiosk's service worker serves without a network, each by a registration of its own. */
export const kioskPaths = [parentsPath, exhibitorsPath, checkInDetailPath] as const
