/** Files of tests/server, without `.test.ts`. */
type Names = readonly string[]

const names = (text: string): Names => text.trim().split(/\s+/)

/**
 * Which database each file of tests/server meets in `npm test`. Every file is in one list, except those of `many/`, which
 * meet a PostgreSQL server always. A new one belongs to `embedded`, unless the words above another list fit it.
 */
export const serverFiles = {
  /**
   * One client after another sends statements that the embedded engine, which is PostgreSQL too, answers as a server
   * does. With the proofs they meet a PostgreSQL server.
   */
  embedded: names(`
    at-rest at-rest-site audit export-records kiosk-command publishing-killed staff-command
    db/school-child db/school-counts db/school-detail db/school-list db/school-nearest
    http/addresses http/client-errors http/code-abuse http/compare http/consents http/content http/embeds
    http/open-days http/own-questions http/planning-steps http/rankings http/read-turns http/requests http/school-content
    http/school-paths http/schools http/staff-draft-preview http/staff-drafts http/staff-exports
    http/staff-hostile-content http/staff-pictures http/staff-rights http/staff-second-factor
    http/staff-visitor-sessions http/statements http/void-tickets http/waiting-list http/whose-data http/withdrawn
    import/again import/edited-export import/edited-meanwhile import/embeds import/files import/identity import/killed
    import/operator import/picture-metadata import/problems import/ranking-parts import/round-trip import/samples
    import/school-lists import/undo
    sample/child sample/load
    search/search-lookups
    services/crm-events services/lead-digest services/lead-notification services/metrics
    staff/lead-reminders
  `),
  /**
   * What clients do at the same time: a PostgreSQL server answers them at once, the embedded engine one after another,
   * which they meet with the proofs, and where there is no server.
   */
  postgres: names(`
    connection operations
    http/account http/check-in-batches http/check-ins http/clue http/code http/collect http/corrections http/data-cache
    http/kiosk http/likes http/limits http/login http/login-by-code http/open-day-booking http/questions http/sessions
    http/staff-change-events http/staff-events http/staff-imports http/staff-login http/staff-members
    http/staff-open-days http/staff-school-merge http/staff-waiting-list http/waiting-list-at-once
    import/beside import/import-lock
    services/open-day-notices services/outbox services/reminders services/retention services/ticket-messages
    staff/leads staff/questions
  `),
  /** Migrations, backups, searches and locks, where the two may differ: both, in every run. */
  both: names(`
    backup data-key earlier-data merging-killed other-versions
    db/school-facets db/school-search
    search/search-queries
  `),
  /** What is of the embedded engine alone, and what asks no database anything that depends on its engine. */
  noServer: names(`
    advisories backend-start cached-pictures client-address client-shares command-site compression deploy-files documents
    draft-pages durability earlier-builds embedded-engine fair-queue guard headers installed lock log outside-config overload page-cache
    picture-storage picture-work pictures pictures-under-load process/http-server process/replaced-processes
    process/stop-on-signal refused-bodies refused-start rekey-command rekey-killed slow-clients sms-config staff-area static-files when-sent
    http/bodies http/frame http/fuzz http/location http/member-turns http/openapi http/posters http/qr-pictures http/share
    sample/content sample/facts
    search/search-syllables
    services/baidu services/china-time services/data-cache services/merged-cells import/words-of-pages services/poster services/rich-text services/sms
    services/upstream services/weigh-ranking
  `),
}

/** Of those that meet no PostgreSQL server, the ones that measure time: beside two others their limits pass too early. */
export const timedFiles = names(`
  embedded-engine lock overload pictures-under-load slow-clients services/sms services/upstream
`)

/** Their paths, for Vitest. */
export function pathsOf(list: Names): string[] {
  return list.map((name) => `tests/server/${name}.test.ts`)
}
