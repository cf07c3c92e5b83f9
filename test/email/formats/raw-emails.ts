/** HTML emails as people write them by hand and other builders export them, with the tags of several ESPs. */
export const rawEmails: Readonly<Record<string, string>> = {
  'a hybrid layout with ghost tables': `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" lang="en">
<head>
  <meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
  <title> Spring   is here </title>
  <!--[if mso]>
  <style type="text/css">
    table { border-collapse : collapse ; }
  </style>
  <xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>
  <![endif]-->
  <style type="text/css">
    /* the frame */
    body { margin : 0 ; padding : 0 ; background : #f4f1ea ; font-family : "Trebuchet MS", Arial, sans-serif }
    .column { display : inline-block ; width : 100% ; max-width : 290px ; vertical-align : top }
    .box > p { margin : 0 0 12px ; color : #40382c ; font-size : 16px ; line-height : 1.5 }
    p.lead { font-size : 20px ; color : #7a2f1c }
    #footer td { padding : 16px ; font-size : 12px }
    a:hover { color : #111 }
    @media only screen and ( max-width : 480px ) { .column { max-width : 100% !important } }
  </style>
</head>
<body style="margin: 0; padding: 0">
  <!-- the preview text -->
  <div style="display: none; max-height: 0; overflow: hidden">Dear {{ first_name | default: "friend" }}, spring is here</div>
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
    <tr>
      <td align="center">
        <!--[if mso]><table role="presentation" width="580"><tr><td width="290" valign="top"><![endif]-->
        <div class="column box" style="background:#ffffff">
          <p class="lead"> Dear   {{ first_name | default: "friend" }}, </p>
          <p> the garden <b>opens</b> <i>again</i>. </p>
        </div>
        <!--[if mso]></td><td width="290" valign="top"><![endif]-->
        <div class="column box" style="background:#e6efe2">
          {% for plant in plants %}
          <p> {{ plant.name }} – <a href="https://example.com/p/{{ plant.id }}?utm=a&amp;b=c">see it</a> </p>
          {% endfor %}
        </div>
        <!--[if mso]></td></tr></table><![endif]-->
      </td>
    </tr>
    {% if show_footer %}
    <tr id="footer">
      <td align="center"> © 2026 &nbsp; <a href="{{ unsubscribe_url }}">leave</a> </td>
    </tr>
    {% endif %}
  </table>
</body>
</html>
`,
  'a bulletproof button in VML': `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><style>
.btn { background-color: #1d5c46; color: #ffffff; display: inline-block; padding: 12px 28px; border-radius: 6px; text-decoration: none }
.card td { padding: 24px; background: #f7fbf9; border: 1px solid #cfe3da }
</style></head>
<body>
  <table class="card" align="center" width="480">
    <tr>
      <td>
        <h1 style="margin: 0 0 8px; font-size: 24px"> Your seat, *|FNAME|* </h1>
        *|IF:PLAN=pro|*
        <p> Thank you for being with us. </p>
        *|ELSE:|*
        <p> There is room for one more. </p>
        *|END:IF|*
        <!--[if mso]>
        <v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" href="https://example.com/seat"   style="height:44px;v-text-anchor:middle;width:200px;" arcsize="14%" fillcolor="#1d5c46">
          <w:anchorlock/>
          <center style="color:#ffffff;">Take your seat</center>
        </v:roundrect>
        <![endif]-->
        <!--[if !mso]><!-->
        <a class="btn" href="https://example.com/seat?u=*|UNIQID|*"> Take your seat </a>
        <!--<![endif]-->
      </td>
    </tr>
  </table>
</body></html>
`,
  'a letter of plain elements': `<html><body>
<p>Dear %%FirstName%%,</p>

<p>we  met   in <em>Graz</em> <strong>last</strong> <u>week</u>.
A line further on.</p>
%%[ IF NOT EMPTY(AttributeValue("note")) THEN ]%%
<blockquote>
  %%=v(@note)=%%
</blockquote>
%%[ ENDIF ]%%
<ul>
  <li> one </li>
  <li> two <a href="%%url%%">here</a>, <a href="#">there</a> </li>
</ul>
<pre>
  keep   this
    as it is
</pre>
<hr>
<center> ${'$'}{sender} <br> [[address]] </center>
</body></html>
`,
  'a sheet with the comments of a builder': `<!DOCTYPE html>
<html>
<head>
<style type="text/css">
/*
@tab Page
@section heading 1
@style heading 1
*/
h1 {
  /*@editable*/color: #202020;
  /*@editable*/font-family: Helvetica;
  /*@editable*/font-size: 26px;
  line-height: 125%;
}
.mcnText, .mcnText th { font-size: 14px; color: #606060 }
.mcnText td{ padding: 9px 18px }
img { border: 0; -ms-interpolation-mode: bicubic }
</style>
</head>
<body>
<h1> Hello </h1>
<table class="mcnText" cellpadding="0" cellspacing="0" border="0">
  <tbody><tr>
    <td valign="top"> First &mdash; with an entity &amp; a &lt;tag&gt; </td>
    <td valign="top" style="text-align: right; "> Second </td>
  </tr></tbody>
</table>
<span> a </span><span> b </span> <img src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" width="40" height="20" alt=""> c
</body>
</html>
`,
  'columns that are inline by class': `<!doctype html><html><head><style>
.half { display: inline-block; width: 45%; background: #dde6f5 }
td.bar span { padding: 0 4px }
h2, h3 { margin: 0 }
</style></head><body>
<div class="wrap">
  <div class="half"> left </div> <div class="half"> right </div>
</div>
<h2> Title </h2> <h3> Under it </h3>
<table><tr> <td class="bar"> <span>a</span> <span>b</span> </td> <td> c </td> </tr></table>
<p> <% if (plan) { %> <b>pro</b> <% } %> {$name} @CITY@ </p>
</body></html>
`,
  'what nobody closed': `<table width=300 bgcolor=#eeeeee><tr><td>One<td>Two<tr><td colspan=2><font face=Arial size=2>Three <b>four <i>five</b> six</i>
<p>A paragraph<p>and another
<ul><li>a<li>b</ul>
</table>
`,
}
