# Renders templates from JSON lines {"template", "data"} with Template Toolkit of the package libtemplate-perl, and prints
# {"output"} or {"error"} for each.
use strict;
use warnings;
use JSON::PP;
use Template;

my $json = JSON::PP->new;
binmode $_, ':utf8' for *STDIN, *STDOUT;
while (my $line = <STDIN>) {
  my $request = $json->decode($line);
  my $toolkit = Template->new({ ENCODING => 'utf8' });
  my $output = '';
  my $result =
    $toolkit->process(\$request->{template}, $request->{data}, \$output)
    ? { output => $output }
    : { error => '' . $toolkit->error };
  print $json->encode($result), "\n";
}
