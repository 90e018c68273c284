import { index, layout, route, type RouteConfig } from '@remix-run/route-config'

/** Pages of the staff area, each below the layout with the sections of the member; the login stands alone. */
export default [
  route('login', 'routes/login/login.tsx'),
  route('logout', 'routes/login/logout.ts'),
  layout('routes/layout.tsx', [
    index('routes/first-page.ts'),
    route('today', 'routes/today/today.tsx'),
    route('leads', 'routes/leads/leads.tsx'),
    route('leads/:reference', 'routes/leads/lead.tsx'),
    route('leads/:reference/transfer', 'routes/leads/transfer-lead.tsx'),
    route('questions', 'routes/questions/questions.tsx'),
    route('questions/:id', 'routes/questions/question.tsx'),
    route('corrections', 'routes/corrections/corrections.tsx'),
    route('corrections/:id', 'routes/corrections/correction.tsx'),
    route('members', 'routes/members/members.tsx'),
    route('members/new', 'routes/members/new-member.tsx'),
    route('members/:id', 'routes/members/member.tsx'),
    route('members/:id/end', 'routes/members/end-member.tsx'),
    route('members/:id/reset', 'routes/members/reset-member.tsx'),
    route('sessions', 'routes/sessions/sessions.tsx'),
    route('audit', 'routes/audit/audit.tsx'),
    route('*', 'routes/unmatched.tsx'),
  ]),
] satisfies RouteConfig
