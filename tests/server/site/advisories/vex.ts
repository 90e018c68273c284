import advisories from './advisories.json' with { type: 'json' }

/** What a document of statements is made for: the release's commit, its moment, and the installed versions of a package. */
type Release = {
  commit: string
  at: Date
  versionsOf: (name: string) => readonly string[]
}

/**
 * OpenVEX statements of a release: each advisory of `advisories.json` with the installed version that has it
 * mended, or with what keeps it from being reached, which `advisories.test.ts` shows.
 */
export function vexOf({ commit, at, versionsOf }: Release) {
  const timestamp = at.toISOString()
  const product = `pkg:generic/xuanxiao@${commit}`
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': `https://openvex.dev/docs/xuanxiao/${commit}`,
    author: 'xuanxiao',
    timestamp,
    version: 1,
    statements: advisories.flatMap(({ id, package: name, fault, mitigation }) => {
      const [vulnerability, ...aliases] = id.split(' ').filter((each) => /^(?:CVE|GHSA)-/.test(each))
      if (vulnerability === undefined) return []
      const installed = versionsOf(name).map((version) => ({ '@id': `pkg:npm/${purlName(name)}@${version}` }))
      return {
        vulnerability: { name: vulnerability, description: fault, ...(aliases.length > 0 && { aliases }) },
        timestamp,
        products: [{ '@id': product, subcomponents: installed }],
        ...(mitigation === undefined
          ? { status: 'fixed' as const }
          : {
              status: 'not_affected' as const,
              justification: 'inline_mitigations_already_exist' as const,
              impact_statement: mitigation,
            }),
      }
    }),
  }
}

/** A package's name as package URLs write it. */
function purlName(name: string): string {
  return name.replace('@', '%40')
}
