/** What a site with sample content says of its invented operator, a paragraph each, where no setting says otherwise. */
export const sampleOperator = {
  advisors: [
    '示例：小帮美是本站的一对一择校顾问，由熟悉七座城市学校的编辑轮流担任，不收学校的佣金，也不保证录取。',
    '示例：工作日 9:00 到 18:00 回电，按您选的方式联系。',
  ],
  checking: ['示例：编辑核对学校的招生简章和收费公示以后更新资料；纠错三个工作日内答复。'],
}
