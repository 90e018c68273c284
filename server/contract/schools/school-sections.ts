/**
 * Parts of a school's pages that a search may ask for. Apart from the schemas: pages show the labels, and Zod is in
 * no script.
 */
export const schoolSections = [
  { slug: 'fees', label: '学费' },
  { slug: 'contact', label: '电话和地址' },
  { slug: 'admissions', label: '招生' },
  { slug: 'opendays', label: '开放日' },
  { slug: 'teachers', label: '师资' },
  { slug: 'graduates', label: '毕业去向' },
  { slug: 'answers', label: '家长问答' },
] as const
export type SchoolSection = (typeof schoolSections)[number]['slug']
