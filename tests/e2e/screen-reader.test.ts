// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { transcriptOf } from '#tests/support/browser/screen-reader.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'

/** What a screen reader says of login and request, from the server's HTML alone. */

/** A page, or the answer to a form that is sent to it; the school's name is left out of what is said. */
async function hear(path: string, fields?: Record<string, string>): Promise<string[]> {
  const answer = await fetch(siteUrl() + path, {
    headers: { 'user-agent': phoneAgent, origin: siteUrl() },
    ...(fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) }),
  })
  return transcriptOf(await answer.text())
}

const loginBefore = [
  'main',
  'navigation, 当前位置',
  'link, 首页',
  'current page',
  '登录',
  'heading, 登录, level 1',
  '手机验证码登录，第一次登录自动注册。',
  'form',
]
const agreement = (state: string) => [
  `checkbox, 我已看过并同意《用户协议》和《隐私政策》, ${state}`,
  '我已看过并同意',
  'link, 《用户协议》',
  '和',
  'link, 《隐私政策》',
]
const loginAfter = [
  'button, 获取验证码, send',
  '不要把验证码告诉任何人，我们也不会向您索要。',
  '手机号加密保存。',
]

test('a screen reader reads the login in order: heading, purpose, field with its hint, button, links', async () => {
  expect(await hear('/login/')).toEqual([
    ...loginBefore,
    '手机号',
    '要收得到短信验证码；境外号码写 + 和区号，例如 +852 9123 4567',
    'textbox, 手机号, 要收得到短信验证码；境外号码写 + 和区号，例如 +852 9123 4567, required',
    ...agreement('not checked'),
    ...loginAfter,
  ])
})

test('a refused login begins with its error, which links to the field, and the field repeats it', async () => {
  expect(await hear('/login/', { intent: 'send', phone: '123', agreed: agreedVersion })).toEqual([
    ...loginBefore,
    'alert',
    '还没提交，请改一下这几处',
    'link, 请填写正确的电话',
    '手机号',
    '要收得到短信验证码；境外号码写 + 和区号，例如 +852 9123 4567',
    '错误：',
    '请填写正确的电话',
    'textbox, 手机号, 123, 要收得到短信验证码；境外号码写 + 和区号，例如 +852 9123 4567 错误：请填写正确的电话, invalid, required',
    ...agreement('checked'),
    ...loginAfter,
  ])
})

test('a screen reader reads a request in order, with full texts of the consents, none of them checked', async () => {
  const id = await firstSchoolId()
  const answer = await fetch(`${siteUrl()}/api/school/detail/${id}`)
  const { data }: { data: { name: string } } = await answer.json()
  const said = await hear(`/order/?orderType=order&schoolId=${id}`)
  expect(said.map((phrase) => phrase.replaceAll(data.name, '某校'))).toEqual([
    'main',
    'navigation, 当前位置',
    'link, 首页',
    'current page',
    '预约参观',
    'heading, 预约参观, level 1',
    'link, 某校',
    '深圳罗湖，初高中，可住校',
    '学费',
    expect.stringMatching(/万\/年$/),
    '下一场开放日：',
    expect.stringMatching(/^\d{4}年\d+月\d+日（周.）$/),
    // Beside the form on wide screens, and on no phone.
    'region, 提交以后',
    'heading, 提交以后, level 2',
    '参观时间联系时跟您定。',
    '预约不收费，也不等于报名。',
    '表单里选了希望怎么联系的，按您选的来。',
    'form',
    '姓名',
    '怎么称呼您？例如：王女士',
    'textbox, 姓名, 怎么称呼您？例如：王女士, required',
    '电话',
    '境外号码写 + 和区号，例如 +65 9123 4567；收不到短信的，可以在留言里写微信号或邮箱',
    'textbox, 电话, 境外号码写 + 和区号，例如 +65 9123 4567；收不到短信的，可以在留言里写微信号或邮箱, required',
    '孩子现在的年级',
    '（选填）',
    'combobox, 孩子现在的年级（选填）, has popup listbox, not expanded',
    'group, 什么时候方便参观（选填）',
    '什么时候方便参观（选填）',
    '什么时候方便参观',
    '（选填）',
    '可以多选，具体时间联系时跟您定',
    'checkbox, 工作日上午, not checked',
    '工作日上午',
    'checkbox, 工作日下午, not checked',
    '工作日下午',
    'checkbox, 周六上午, not checked',
    '周六上午',
    'checkbox, 周六下午, not checked',
    '周六下午',
    'checkbox, 周日上午, not checked',
    '周日上午',
    'checkbox, 周日下午, not checked',
    '周日下午',
    '希望怎么联系您',
    '（选填）',
    'combobox, 希望怎么联系您（选填）, has popup listbox, not expanded',
    '留言',
    '（选填）',
    '想看什么、想问什么；和申请一起转给某校。请不要写孩子的姓名和证件号',
    'textbox, 留言（选填）, 想看什么、想问什么；和申请一起转给某校。请不要写孩子的姓名和证件号',
    'group, 授权',
    '授权',
    'checkbox, 同意把我填的称呼、电话、联系方式、方便的时间、孩子年级和留言告诉【某校】，只用来联系我办理这次申请, not checked',
    '同意把我填的称呼、电话、联系方式、方便的时间、孩子年级和留言告诉【某校】，只用来联系我办理这次申请',
    'checkbox, 孩子未满 14 岁：我是监护人，同意【某校】按《儿童个人信息处理规则》使用孩子的年级，只用于这次申请, not checked',
    '孩子未满 14 岁：我是监护人，同意【某校】按《儿童个人信息处理规则》使用孩子的年级，只用于这次申请',
    'checkbox, 也想收到【某校】的开放日和招生消息（可不选）, not checked',
    '也想收到【某校】的开放日和招生消息（可不选）',
    '谁会给您打电话：',
    '某校。本站只把申请转给学校，自己不打电话。',
    '提交以后给您申请编号和专用网址：打开网址看进度，也可以取消和撤回，不用登录。',
    'button, 提交预约',
    '姓名和电话加密保存，由本站的工作人员转给某校，不给别人；最后一次联系满 180 天后删除。详见',
    'link, 隐私政策',
    '。',
  ])
})

test('a refused request names missing fields before the form and beside each of them', async () => {
  const said = await hear('/order/', { order_type: 'order', phone: '123' })
  expect(said.slice(6, 18)).toEqual([
    'form',
    'alert',
    '还没提交，请改一下这几处',
    'link, 请填写姓名',
    'link, 请填写正确的电话',
    'link, 请勾选同意联系',
    '姓名',
    '怎么称呼您？例如：王女士',
    '错误：',
    '请填写姓名',
    'textbox, 姓名, 怎么称呼您？例如：王女士 错误：请填写姓名, invalid, required',
    '电话',
  ])
})
