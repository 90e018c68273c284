import { expect, test } from 'vitest'
import { Problems } from '#server/services/content/import/problems.ts'
import { schoolRowReader } from '#server/services/content/import/schools/school-row.ts'

/** The value of a school's column as it is stored, or what is said of the cell. */
function storedOf(column: string, cell: unknown): unknown {
  const problems = new Problems()
  const fields = new Map<string, unknown>([
    ['name', '云汀学校'],
    ['city', '深圳'],
    [column, cell],
  ])
  const row = schoolRowReader(problems)({ place: { file: 'a.csv', line: 2 }, fields })
  return row === undefined ? problems.lines().join('\n') : Reflect.get(row.facts, column)
}

// Each row: where such cells were reported, the column, the cell, and what is stored or said.
test.each([
  ['SpartnerNL/Laravel-Excel#300', 'phone', '75526001234', /是不是 0755-26001234/],
  ['Automattic/camptix#40', 'phone', '4.41E+11', /科学记数法/],
  ['dilshod/xlsx2csv#190', 'phone', '3.108207129E9', /不像电话号码|科学记数法/],
  ['huanz/tableExport#4', 'key', '1.38001E+10', /科学记数法/],
  ['microsoftgraph/powershell-intune-samples#140', 'key', '8.96529E+19', /科学记数法/],
  ['esitarski/CrossMgr#120', 'key', '0007', '0007'],
  ['scinote-eln/scinote-web#2587', 'key', '1001.0', /写成了数/],
  ['scinote-eln/scinote-web#2587', 'key', '1,001', /写成了数/],
  ['globaldothealth/monkeypox#157', 'address', '#REF!', /出错提示/],
  ['IfcOpenShell/IfcOpenShell#5297', 'address', 'N/A', /没有就留空/],
  ['odoo/o-spreadsheet#300', 'summary', 'NaN', /没有就留空/],
  ['appeler/ethnicolr#146', 'name', 'jÃ¡n koÅ¾iak', /用错编码/],
  ['rap2hpoutre/fast-excel#56', 'name', 'ÉÌÆ·Ãû³Æ', /原来可能是“商品名称”/],
  ['mafintosh/csv-parser#140', 'name', '\ufeff云汀学校', '云汀学校'],
  ['exceljs/exceljs#1271', 'address', '2026-03-12', /是日期/],
  ['Mahmadabid/XLSX-CSV-TSV-MARKDOWN-Editor-Vscode-Extension#18', 'address', '12-Mar', /变成了日期/],
  ['tableflowhq/csv-import#243', 'source_date', '45581', /应为日期/],
  ['KorzhCom/EasyData#52', 'source_date', '12/02/2020', /应为日期/],
  ['kartoza/prj.app#1149', 'stages', ' 小学 ', ['primary']],
  ['field', 'stages', '小學', ['primary']],
  ['field', 'stages', 'g1-g6', ['primary']],
  ['field', 'stages', '一年级至六年级', ['primary']],
  ['field', 'stages', 'Primary School', ['primary']],
  ['field', 'stages', '小学；初中部', ['primary', 'middle']],
  ['field', 'kind', '私立學校', 'private'],
  ['field', 'kind', 'PUBLIC', 'public'],
  ['field', 'boarding', '不住校', 'day'],
  ['field', 'tuition_min', '25 万', 250_000],
  ['field', 'tuition_min', '250,000', 250_000],
  ['field', 'tuition_min', '¥250,000/年', 250_000],
  ['field', 'tuition_min', '人民币 25 万元', 250_000],
  ['field', 'tuition_min', '128.000', /应为/],
  ['field', 'tuition_min', '12,8万', /应为/],
  ['field', 'tuition_min', '25-30万', /应为/],
  ['field', 'tuition_min', '#DIV/0!', /出错提示/],
])('%s: %s %j', (_source, column, cell, expected) => {
  const stored = storedOf(column, cell)
  const isSaid = expected instanceof RegExp && expected.test(String(stored))
  expect(isSaid ? expected : stored).toEqual(expected)
})
