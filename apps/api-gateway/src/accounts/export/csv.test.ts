import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

describe('a line of a CSV file', () => {
  it.each([
    [['a', 'b c', undefined, ''], 'a,b c,,\r\n'],
    [['a,b', 'say "yes"', 'two\nlines'], '"a,b","say ""yes""","two\nlines"\r\n'],
    [['=1+1', '+49 351 1', '-1', '@SUM(A1)'], "'=1+1,'+49 351 1,'-1,'@SUM(A1)\r\n"],
    [[' =1+1', '\t=1', '\r=1', '\n@x'], `' =1+1,'\t=1,"'\r=1","'\n@x"\r\n`],
    [
      ['a;=1+1', 'a,@x', 'a\n-b()', 'a;+b', '850,-', '1;-2', 'a, b'],
      `"a;'=1+1","a,'@x","a\n'-b()","a;'+b","850,-","1;-2","a, b"\r\n`,
    ],
    [['="a"&"b"', 'a=b', '1-2', 'Straße'], `"'=""a""&""b""",a=b,1-2,Straße\r\n`],
  ])('the line of %j has each cell as text, and no formula', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  it('a line whose cells a semicolon separates quotes the cells that contain one', () => {
    expect(csvLine(['a', 'b;c', '1,5'], ';')).toBe('a;"b;c";"1,5"\r\n');
  });
});
