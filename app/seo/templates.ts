/** What a template's placeholders stand for (specification section 2). */
export type TemplateValues = {
  city?: string | undefined
  year?: string | undefined
  q?: string | undefined
  course?: string | undefined
  title?: string | undefined
  school?: string | undefined
  extra1?: string | undefined
  extra2?: string | undefined
  extra3?: string | undefined
}

/** Title, keywords and description of one route, with `{placeholders}`. */
export type Template = { title: string; keywords: string; description: string }

const place = '{city}国际学校,{city}民办学校,{city}双语学校'

/** One template for each route of the specification's table. */
export const templates = {
  home: {
    title: '{year}{city}国际学校择校_{city}国际学校信息大全',
    keywords: `${place},{city}国际学校排名,{city}国际学校学费`,
    description:
      '{year}{city}国际学校、双语学校和民办学校信息:学费、课程、师资、招生和开放日,一页看清。按区域、学段、课程和预算筛选,帮家长为孩子选到合适的学校。',
  },
  notFound: {
    title: '页面不存在',
    keywords: '页面不存在,择校,国际学校',
    description: '您访问的页面不存在或已经搬走。可以搜索学校,或按城市查看学校列表。',
  },
  aboutUs: {
    title: '关于我们_我们怎样帮家长择校',
    keywords: '关于我们,择校平台,国际学校信息',
    description: '我们是谁、信息从哪里来、怎样核对、怎样保持中立:一份给家长的说明。',
  },
  city: {
    title: '选择城市_七城国际学校信息',
    keywords:
      '选择城市,深圳国际学校,广州国际学校,佛山国际学校,惠州国际学校,珠海国际学校,东莞国际学校,北京国际学校',
    description: '选择您所在的城市,查看深圳、广州、佛山、惠州、珠海、东莞和北京的国际学校、榜单与开放日。',
  },
  compare: {
    title: '{extra1}学校对比',
    keywords: '学校对比,国际学校对比,学费对比',
    description: '二到六所学校并排对比:学费、一年总花费、课程、班额、师生比、寄宿与地址,不同之处一目了然。',
  },
  contact: {
    title: '联系我们',
    keywords: '联系我们,择校咨询电话,择校咨询地址',
    description: '择校咨询的电话、地址和服务时间,以及反馈信息错误的方式。',
  },
  cooperation: {
    title: '商务合作_学校与机构合作',
    keywords: '商务合作,学校合作,开放日合作',
    description: '学校、机构和活动主办方与我们合作的方式、原则与联系表单。',
  },
  course: {
    title: '{course}{city}国际课程学校_{year}{city}国际课程指南',
    keywords: '{course}{city}国际课程,{city}IB学校,{city}A-Level学校,{city}AP学校',
    description:
      '{course}{city}有哪些学校开设、怎样评估、适合怎样的孩子、升学方向如何:{year}{city}国际课程说明与学校名单。',
  },
  exhibitors: {
    title: '参展方签到',
    keywords: '参展方签到,活动签到',
    description: '活动参展方现场签到。',
  },
  grade: {
    title: '{year}{city}{extra1}国际学校_按学段选学校',
    keywords: '{city}国际幼儿园,{city}国际小学,{city}国际初中,{city}国际高中',
    description:
      '{year}{city}国际学校按幼儿园、小学、初中、高中学段查看:每个学段有哪些学校、学费区间和课程方向。',
  },
  login: {
    title: '登录',
    keywords: '登录,手机验证码登录',
    description: '用手机验证码登录,收藏学校、预约探校、查看我的申请。',
  },
  myCollect: {
    title: '我的收藏',
    keywords: '我的收藏,收藏的学校',
    description: '我收藏的学校,可排序、对比和预约。',
  },
  newsList: {
    title: '{year}{city}国际学校资讯{extra1}_招生与择校动态',
    keywords: '{city}国际学校资讯,{city}国际学校招生,{city}择校动态',
    description: '{year}{city}国际学校招生政策、入学考试、校园活动和择校经验,最新资讯每周更新。',
  },
  newsDetail: {
    title: '{title}_{city}国际学校资讯',
    keywords: '{title},{city}国际学校资讯',
    description: '{extra1}{title}:{city}国际学校资讯与择校参考。',
  },
  openDay: {
    title: '{year}{city}国际学校开放日_探校预约',
    keywords: '{city}国际学校开放日,{city}探校,{city}校园开放日预约',
    description: '{year}{city}国际学校开放日日历:时间、地点、名额与预约,一次安排好全家的探校行程。',
  },
  order: {
    title: '{title}{school}',
    keywords: '{title},{school},预约探校,择校咨询',
    description: '填写称呼和电话提交{title}{school},顾问会与您联系;不需要付费,随时可以取消。',
  },
  orderSent: {
    title: '申请已收到',
    keywords: '申请编号,预约探校',
    description: '您的申请编号、接下来的安排和取消的方式。',
  },
  orderCancel: {
    title: '取消申请',
    keywords: '取消预约,撤回授权',
    description: '用申请编号和手机验证码取消预约或咨询,不需要账号。',
  },
  parents: {
    title: '家长活动签到',
    keywords: '家长活动签到,活动签到',
    description: '家长参加活动现场签到。',
  },
  personal: {
    title: '个人中心',
    keywords: '个人中心,我的资料',
    description: '查看我的资料、申请、收藏与授权。',
  },
  personalEdit: {
    title: '编辑资料',
    keywords: '编辑资料,个人资料',
    description: '修改昵称、城市与孩子的学段。',
  },
  personalPart: {
    title: '{extra1}_个人中心',
    keywords: '{extra1},个人中心',
    description: '查看和管理{extra1}。',
  },
  planning: {
    title: '{extra1}{year}{city}升学规划_国际学校升学路径',
    keywords: '{city}升学规划,{city}国际学校规划,择校规划',
    description: '{year}{city}家长的升学规划:不同学段转轨的时间点、课程衔接、考试与预算。',
  },
  privacy: {
    title: '隐私政策',
    keywords: '隐私政策,个人信息保护',
    description: '我们收集哪些信息、用来做什么、保存多久、您怎样查询、更正、撤回与删除。',
  },
  privite: {
    title: '隐私政策(移动版)',
    keywords: '隐私政策,个人信息保护',
    description: '我们收集哪些信息、用来做什么、保存多久、您怎样查询、更正、撤回与删除。移动版。',
  },
  promote: {
    title: '{year}{city}国际学校推荐_招生季专题',
    keywords: `${place},{extra1}`,
    description: '{year}{city}招生季专题:{extra2}等学校的特色、学费与招生安排。{extra3}',
  },
  schoolHome: {
    title: '{school}({extra3})学费_招生_课程_地址_{year}',
    keywords: '{school},{school}学费,{school}招生,{school}地址,{extra1}',
    description: '{school}{extra2}。{year}学费、招生条件、课程、师资、毕业去向、校园环境与开放日,一页看清。',
  },
  schoolAbout: {
    title: '{school}简介_{extra3}_校园环境与办学理念',
    keywords: '{school}简介,{school}怎么样,{school}校园环境',
    description: '{school}{extra1}位于{city}{extra2},这里有学校的办学理念、课程特色、校园设施与校园照片。',
  },
  schoolAdmissions: {
    title: '{school}招生_{extra3}_{year}学费与入学流程',
    keywords: '{school}招生,{school}学费,{school}入学考试,{school}报名',
    description:
      '{school}({extra3}){year}招生对象、入学流程、考核内容、学费与一年总花费{extra1},以及近期开放日。',
  },
  schoolFaq: {
    title: '{school}问答_{extra3}_家长最关心的问题{extra2}',
    keywords: '{school}问答,{school}常见问题',
    description: '家长关于{school}({extra3})的提问与学校、顾问的回答{extra1}{extra2}。',
  },
  schoolGraduates: {
    title: '{school}毕业生_{extra3}_毕业去向{extra2}',
    keywords: '{school}毕业生,{school}毕业去向,{school}升学',
    description: '{school}({extra3})毕业生的去向、专业与他们自己的讲述{extra1}{extra2}。',
  },
  schoolGraduate: {
    title: '{title}_{school}毕业生_{extra3}',
    keywords: '{title},{school}毕业生,{school}升学',
    description: '{school}({extra3})毕业生{title}{extra1}',
  },
  schoolTeachers: {
    title: '{school}师资_{extra3}_教师团队{extra2}',
    keywords: '{school}师资,{school}老师,{school}外教',
    description: '{school}({extra3})的教师团队:学科、教龄与介绍{extra1}{extra2}。',
  },
  schoolNewsList: {
    title: '{school}动态_{extra3}_校园新闻{extra2}',
    keywords: '{school}动态,{school}新闻,{school}活动',
    description: '{school}({extra3})最新的校园新闻、活动与招生消息{extra1}{extra2}。',
  },
  schoolNews: {
    title: '{title}_{school}动态_{extra3}_{extra2}',
    keywords: '{title},{school}动态',
    description: '{school}({extra3}){extra2}动态:{title}。{extra1}',
  },
  schoolList: {
    title: '{extra1}{city}{q}学校名单_{year}学费与招生{extra2}',
    keywords: '{city}{q}学校,{city}{q}学校名单,{city}{q}学校学费',
    description: '{year}{city}{q}学校名单{extra3}:按区域、学段、课程、寄宿和学费筛选,比较学费、课程与招生。',
  },
  search: {
    title: '{extra1}搜索学校',
    keywords: '搜索学校,国际学校搜索,{city}学校搜索',
    description: '按中文名、英文名、简称、拼音或曾用名搜索深圳、广州、佛山、惠州、珠海、东莞和北京的学校。',
  },
  signDetail: {
    title: '签到详情',
    keywords: '签到详情,活动签到',
    description: '活动签到结果与现场参展学校。',
  },
  topList: {
    title: '{year}{city}国际学校排名_{city}国际学校榜单',
    keywords: '{city}国际学校排名,{city}国际学校榜单,{city}十大国际学校,{extra1}',
    description: '{year}{city}国际学校榜单,公开评分方法与数据年份:{extra2}等学校的课程、学费与评分。{extra3}',
  },
  advisor: {
    title: '择校小帮美_一对一择校顾问',
    keywords: '择校顾问,一对一择校,{city}择校咨询',
    description: '小帮美择校顾问:了解孩子的情况,给出学校名单、探校安排与时间表。',
  },
} as const satisfies Record<string, Template>

/** Name of a route's template. */
export type TemplateName = keyof typeof templates
