import { advisorPath, contactPath, cooperationPath, methodologyPath, privacyPath } from '#app/paths.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import type { TextSection } from './text-section.ts'

/** Sections of the page about the site: what its pages do by themselves, and how the operator says that it checks facts. */
export function aboutSections({
  advisors,
  checking,
  sample,
}: Partial<NonNullable<AppLoadContext['site']>>): TextSection[] {
  return [
    {
      id: 'what',
      heading: '这个网站做什么',
      paragraphs: [
        '把深圳、广州、佛山、惠州、珠海、东莞和北京的学校放进同一张表，每所学校按同样的顺序、同样的口径列出。查到的才写；还没查到的不写，只说还有几项没有查到。学校自己说明不公布的，才写“学校没有公布”。',
      ],
    },
    {
      id: 'sources',
      heading: '信息从哪里来',
      points: [
        '每所学校的页面写明资料的来源与日期；没有注明的，就写没有注明。',
        '家长的提问与回答，审核之后公开，不署真实姓名。',
        ...(checking ?? []),
        ...(sample === true ? ['标有“示例数据”的学校、人物与数字均为虚构，仅用于演示网站的功能。'] : []),
      ],
      links: [{ href: methodologyPath, label: '资料怎么来的' }],
    },
    {
      id: 'neutral',
      heading: '先后和广告',
      points: [
        '付费的内容和榜单标“广告”，不影响列表和其他榜单的顺序。',
        '每份榜单写明方法与数据年份。',
        '停办、更名、暂停招生的学校不会消失，页面上会有醒目的说明。',
      ],
    },
    {
      id: 'access',
      heading: '无障碍',
      paragraphs: [
        '本站按《Web 内容无障碍指南》WCAG 2.2 的 AA 级和 GB/T 37668《互联网内容无障碍可访问性技术要求与测试方法》制作，由开发者用自动检查和模拟的读屏软件自查，没有请第三方评测。',
        '已知的不足：照片的文字说明只写名称，不描述画面；地图要看图，同样的学校在列表里都有；还没有在真的读屏软件上逐页试过。',
        '只用键盘、用读屏软件、把页面放大到两倍，或者关掉脚本，都能看完每一页、办完每件事；旧手机和省流版也一样。哪里用不了，请联系我们，写明是哪一页、用的什么设备。',
      ],
    },
    {
      id: 'wrong',
      heading: '发现错误怎么办',
      paragraphs: ['打开那所学校的页面，点“资料纠错”，写明哪一处。'],
      links: [
        { href: contactPath, label: '联系我们' },
        ...(advisors === undefined ? [] : [{ href: advisorPath, label: '择校顾问' }]),
        { href: cooperationPath, label: '商务合作' },
        { href: privacyPath, label: '隐私政策' },
      ],
    },
  ]
}
