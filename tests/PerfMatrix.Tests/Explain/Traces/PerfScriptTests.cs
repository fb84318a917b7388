using PerfMatrix.Explain.Traces;

namespace PerfMatrix.Tests.Explain.Traces;

public sealed class PerfScriptTests
{
    private const string Text = """
          12/14 1795446547.500000000: 
          	ffffffff81c3d931 ([kernel.kallsyms])
          	           f7c07 (/usr/lib/x86_64-linux-gnu/libc.so.6)
          	    7f0000001010 (//anon)
          	    7f0000009999 (/tmp/perf-12.map)
          	           12345 (/app/System.Private.CoreLib.dll)

          99/99 1795446547.600000000: 
          	    7f0000001010 (//anon)

          12/15 1795446548.000000000: 
          	    7f0000002000 ([unknown])

          12/15 17954465
        """;

    [Fact]
    public void Samples_of_the_processes_asked_for_have_names_where_code_is_known()
    {
        var samples = Read(Text);

        Assert.Equal([12], samples.Keys);
        Assert.Equal(["[kernel]", "[libc.so.6]", "Orders.Total", "[unknown]", "[System.Private.CoreLib.dll]"],
            samples[12][0].Stack.Select(frame => frame.Method));
        Assert.Equal("Shop", samples[12][0].Stack[2].Module);
        Assert.Equal(DateTimeOffset.FromUnixTimeMilliseconds(1795446547500), samples[12][0].At, TimeSpan.FromMicroseconds(10));
        Assert.Equal([["[unknown]"]], samples[12].Skip(1).Select(sample => sample.Stack.Select(frame => frame.Method)));
    }

    [Fact]
    public void A_caller_is_the_method_that_the_call_is_in_even_where_it_is_its_last_instruction()
    {
        var code = Code();
        code.Add(0x7f0000001100, 0x100, new("Orders.Next", "Shop"));
        const string text = "12/12 1.5:\n\t7f0000001100 (//anon)\n\t7f0000001100 (//anon)\n\n12/12 1.6:\n\tffffffff81c3d931 "
            + "([kernel.kallsyms])\n\t7f0000001100 (//anon)\n";

        var samples = PerfScript.Read(new StringReader(text), new Dictionary<int, CodeMap> { [12] = code })[12];

        Assert.Equal(["Orders.Next", "Orders.Total"], samples[0].Stack.Select(frame => frame.Method));
        Assert.Equal(["[kernel]", "Orders.Next"], samples[1].Stack.Select(frame => frame.Method));
        Assert.Null(code.FindCaller(0));
    }

    [Theory]
    [InlineData("")]
    [InlineData("nothing of the kind\n\n\n")]
    [InlineData("12/12 abc:\n\tzz (x)\n")]
    [InlineData("12/12 1.5:\n\tzz\n\tffffffffffffffffff (x)\n")]
    public void Other_text_gives_no_samples(string text) => Assert.Empty(Read(text)[12]);

    [Fact]
    public void Code_has_a_beginning_and_an_end()
    {
        var code = Code();
        Assert.Null(code.Find(0));
        Assert.Null(code.Find(0x7f0000000fff));
        Assert.Equal("Orders.Total", code.Find(0x7f0000001000)!.Value.Method);
        Assert.Equal("Orders.Total", code.Find(0x7f00000010ff)!.Value.Method);
        Assert.Null(code.Find(0x7f0000001100));
        Assert.Null(code.Find(ulong.MaxValue));
    }

    private static Dictionary<int, List<CpuSample>> Read(string text) =>
        PerfScript.Read(new StringReader(text), new Dictionary<int, CodeMap> { [12] = Code() });

    private static CodeMap Code()
    {
        var code = new CodeMap();
        code.Add(0x7f0000001000, 0x100, new("Orders.Total", "Shop"));
        return code;
    }
}
