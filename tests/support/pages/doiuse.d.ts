/** What the package's own types say; its entry does not lead to them. */
declare module 'doiuse' {
  import type { AcceptedPlugin, Node } from 'postcss'

  type Usage = { feature: string; featureData?: { missing?: string }; usage: Node }
  export default function doiuse(options: {
    browsers: readonly string[]
    onFeatureUsage: (usage: Usage) => void
  }): AcceptedPlugin
}
